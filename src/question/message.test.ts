import { expect, test } from 'vitest';
import { asksForMore } from './message.ts';

test.each([
  'Tell me more.',
  'more',
  'Go on!',
  'What else?',
  'Can you tell me more about it, please?',
  'Could you give more details?',
  'Can you explain that in more detail?',
  'Erzähl mir mehr',
  'Kannst du das genauer erklären?',
  '¿Qué más?',
  'Расскажите подробнее',
  'أخبرني المزيد',
  '还有吗？',
  '请继续',
  'もっと教えてください。',
])('“%s” asks to go on', (message) => {
  expect(asksForMore(message)).toBe(true);
});

test.each([
  'Tell me more about the tides.',
  'What else lives there?',
  'Explain the tides in more detail.',
  'And the tides?',
  'Расскажите подробнее о приливах',
  '继续教育是什么？',
  'More rain or more sun?',
])('“%s” asks for something', (message) => {
  expect(asksForMore(message)).toBe(false);
});

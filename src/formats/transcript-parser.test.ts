import { describe, expect, it } from 'vitest';
import { transcriptParser } from './transcript-parser.ts';

interface MadeCue {
  readonly at: number;
  readonly until?: number;
  readonly text: string;
}

function moment(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const whole = parts.map((part) => `${part}`.padStart(2, '0')).join(':');
  return `${whole}.${`${Math.round((seconds % 1) * 1000)}`.padStart(3, '0')}`;
}

function webVtt(cues: readonly MadeCue[]): string {
  const blocks = cues.map(({ at, until = at + 2, text }) => `${moment(at)} --> ${moment(until)}\n${text}\n`);
  return ['WEBVTT\n', ...blocks].join('\n');
}

async function parse(source: string, path = 'call.vtt') {
  return transcriptParser.parse({ path, bytes: new TextEncoder().encode(source) });
}

async function textOf(cues: readonly MadeCue[]): Promise<string> {
  return (await parse(webVtt(cues))).text;
}

describe('captions', () => {
  it('that grow word by word are read once', async () => {
    const shown = ['we', 'we ship', 'we ship in', 'we ship in May', 'and then we rest'];
    const cues = shown.map((text, index) => ({ at: index, until: index + 1, text }));
    expect(await textOf(cues)).toBe('00:00:00\n\nwe ship in May and then we rest');
  });

  it('that do not roll keep what is said twice', async () => {
    const said = ['No.', 'No.', 'Listen to me.', 'I will not go.', 'Why not?', 'Because of the rain.', 'Ah.'];
    const cues = said.map((text, index) => ({ at: index, until: index + 1, text }));
    expect(await textOf(cues)).toContain('No. No. Listen');
  });

  it('with hours are found at their time', async () => {
    expect(await textOf([{ at: 3725.5, text: 'The end is near.' }])).toBe('01:02:05\n\nThe end is near.');
  });

  it('of YouTube, with a comma between their times, are read', async () => {
    const { text } = await parse(
      '0:00:00.599,0:00:04.160\n>> ANN: Welcome.\n\n0:00:04.160,0:00:06.770\n>> BEN: At 0:00:05.000,0:00:06.000 it rings.\n\n0:01:06.770,0:01:10.880\n>> ANN: Bye.\n',
      'call.sbv',
    );
    expect(text.split('\n\n')).toEqual([
      '00:00:00 ANN',
      'Welcome.',
      '00:00:04 BEN',
      'At 0:00:05.000,0:00:06.000 it rings.',
      '00:01:06 ANN',
      'Bye.',
    ]);
  });

  it('without hours, and with Windows line ends, are read', async () => {
    const { text } = await parse(
      'WEBVTT\r\n\r\n01:05.000 --> 01:07.000 line:90%\r\nHello &#39;there&#x27;.\r\n',
    );
    expect(text).toBe("00:01:05\n\nHello 'there'.");
  });
});

describe('what one speaker says for long', () => {
  it('is parted between sentences, so that its place in the recording is known', async () => {
    const cues = Array.from({ length: 40 }, (_, index) => ({
      at: index * 5,
      until: index * 5 + 5,
      text: `<v Prof. Lee>Half of sentence ${index} here${index % 2 === 0 ? '' : '.'}</v>`,
    }));
    const headings = (await textOf(cues)).split('\n\n').filter((_, index) => index % 2 === 0);
    expect(headings).toEqual(['00:00:00', '00:00:50', '00:01:40', '00:02:30'].map((at) => `${at} Prof. Lee`));
  });

  it('is parted sooner where nobody set full stops', async () => {
    const cues = Array.from({ length: 12 }, (_, index) => ({
      at: index * 5,
      until: index * 5 + 5,
      text: `and on and on ${index}`,
    }));
    expect((await textOf(cues)).match(/00:00:\d\d/g)).toEqual(['00:00:00', '00:00:20', '00:00:40']);
  });
});

describe('speakers', () => {
  it('go on speaking in cues without a name', async () => {
    const said = [
      'Speaker 1: Is it',
      'open today?',
      'Speaker 2: Yes,',
      'until six.',
      'And then?',
      'Speaker 1: Good.',
    ];
    const text = await textOf(said.map((line, index) => ({ at: index, text: line })));
    expect(text.split('\n\n')).toEqual([
      '00:00:00 Speaker 1',
      'Is it open today?',
      '00:00:02 Speaker 2',
      'Yes, until six. And then?',
      '00:00:05 Speaker 1',
      'Good.',
    ]);
  });

  it('are not what stands before a colon once', async () => {
    const said = ['We met at last.', 'The question is: why?', 'Nobody knows.', 'Warning: it is hot.'];
    const text = await textOf(said.map((line, index) => ({ at: index, text: line })));
    expect(text).toBe('00:00:00\n\nWe met at last. The question is: why? Nobody knows. Warning: it is hot.');
  });

  it('are told by a wide colon as well', async () => {
    const said = ['张伟：大家好。', '李娜：你好，预算是多少？', '张伟：预算是五万元。'];
    const text = await textOf(said.map((line, index) => ({ at: index, text: line })));
    expect(text.split('\n\n').at(-2)).toBe('00:00:02 张伟');
  });
});

it('says of each ten seconds when they were said, over rolling lines and turns', async () => {
  const { text, places } = await parse(
    webVtt([
      { at: 3, text: '<v Ada>The crane' },
      { at: 6, text: '<v Ada>lifts nine &amp; more tonnes,' },
      { at: 15, text: '<v Ada>on weekdays.' },
      { at: 3700, text: '<v Bo>Who says so?' },
    ]),
  );
  const said = places?.map((place) => ['time' in place && place.time, text.slice(place.start, place.end)]);
  expect(said).toEqual([
    [[3, 8], 'The crane lifts nine & more tonnes,'],
    [[15, 17], 'on weekdays.'],
    [[3700, 3702], 'Who says so?'],
  ]);
  expect((await parse('Just some words.', 'notes.srt')).places).toBeUndefined();
});

describe('a file that is not as it should be', () => {
  it('is read in its order where times go back, and says so', async () => {
    const { text, warnings } = await parse(
      webVtt([
        { at: 60, text: 'The first part ends.' },
        { at: 0, text: 'The second part begins.' },
      ]),
    );
    expect(text.match(/\d\d:\d\d:\d\d/g)).toEqual(['00:01:00', '00:00:00']);
    expect(warnings).toEqual(['its times are out of order: the order of the file was kept']);
  });

  it('is empty where nothing is said', async () => {
    const source = 'WEBVTT\n\nNOTE made by hand\nfor a test\n\n1\n00:00.000 --> 00:01.000\n<c> </c>\n';
    await expect(parse(source)).rejects.toMatchObject({ code: 'file_empty' });
  });

  it('keeps its text where there are no times at all', async () => {
    expect((await parse('Just some words.', 'notes.srt')).text).toBe('Just some words.');
  });
});

it('is known by its content under another name', () => {
  const bytes = new TextEncoder().encode('1\n00:00:01,000 --> 00:00:02,000\nHello\n');
  expect(transcriptParser.recognise({ path: 'talk.txt', bytes })).toBe('yes');
});

import { expect, test } from 'vitest';
import { analyser } from '../text/analyser/analyser.ts';
import { wordsOfTerms } from './read-question.ts';

const words = (keywords: string, language = 'en') =>
  Object.fromEntries(wordsOfTerms(keywords, language, analyser()));

test('names the word that a term was cut from', () => {
  expect(words('Digital replicators')).toEqual({ digit: 'Digital', replic: 'replicators' });
});

test('leaves out terms that are written as they were asked, and stop words', () => {
  expect(words('the Robot')).toEqual({});
});

test('the first of several words with the same term names it', () => {
  expect(words('installing installed')).toEqual({ instal: 'installing' });
});

test('names the parts of an identifier and the whole of it, as they are written', () => {
  expect(words('max_connections')).toEqual({ connect: 'connections', maxconnect: 'max_connections' });
  expect(words('unwrap_or_else')).toEqual({ els: 'else', unwraporels: 'unwrap_or_else' });
  expect(words('maxConnections in GitHub')).toEqual({ connect: 'Connections', maxconnect: 'maxConnections' });
});

test('says nothing of words that are cut where no space is', () => {
  expect(Object.keys(words('机器人学习', 'zh'))).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { definedBy, definedTerm } from './definition.ts';

describe('what a question asks to have defined', () => {
  test.each([
    ['en', 'What is a stator?', 'stator'],
    ['en', "What's photosynthesis", 'photosynthesis'],
    ['en', 'What does rhodophyte mean?', 'rhodophyte'],
    ['en', 'What does VPN stand for?', 'VPN'],
    ['en', 'what is meant by the rolling radius', 'rolling radius'],
    ['en', 'Define a stator.', 'stator'],
    ['en', 'stator housing meaning', 'stator housing'],
    ['en', 'What exactly is a stator?', 'stator'],
    ['en', 'what a stator is', 'stator'],
    ['en', 'What do you mean by stator?', 'stator'],
    ['en', 'What is the definition of a stator?', 'stator'],
    ['en', 'How is a stator defined?', 'stator'],
    ['en', 'What is a stator in a motor of this kind?', 'stator'],
    ['en', 'Who is a contributor under this licence?', 'contributor'],
    ['de', 'Was ist ein Stator?', 'Stator'],
    ['de', 'Was ist ein Verantwortlicher nach der Verordnung über den Schutz von Daten?', 'Verantwortlicher'],
    ['de', 'Was versteht man unter einem Stator?', 'Stator'],
    ['de', 'Was genau macht ein Stator?', 'Stator'],
    ['de', 'Wofür ist ein Stator gut?', 'Stator'],
    ['fr', "Qu'est-ce que le détartrage ?", 'détartrage'],
    ['fr', "Qu’est-ce qu'un stator ?", 'stator'],
    ['fr', "C'est quoi l’affinage ?", 'affinage'],
    ['fr', 'À quoi sert le stator ?', 'stator'],
    ['es', '¿Para qué sirve el estator?', 'estator'],
    ['it', 'A cosa serve lo statore?', 'statore'],
    ['pt', 'Para que serve o estator?', 'estator'],
    ['nl', 'Waarvoor dient een stator?', 'stator'],
    ['ru', 'Для чего нужен статор?', 'статор'],
    ['es', '¿Qué es el carné de lector?', 'carné de lector'],
    ['it', "Che cos'è uno statore?", 'statore'],
    ['pt', 'O que é um estator?', 'estator'],
    ['nl', 'Wat is een stator?', 'stator'],
    ['ru', 'Что такое статор?', 'статор'],
    ['zh', '什么是定子?', '定子'],
    ['zh', '定子是什么?', '定子'],
    ['ja', '固定子とは何ですか', '固定子'],
  ])('%s: %s', (language, question, term) => {
    expect(definedTerm(question, language)).toBe(term);
  });

  test.each([
    ['en', 'What are stators attached to?'],
    ['en', 'What was the final score of the game between the two teams?'],
    ['en', 'Why is the sky blue?'],
    ['en', 'How do I define a stator?'],
    ['en', 'What is the order number?'],
    ['en', 'What is the way to log in under another name?'],
    ['en', 'Who is a member of the board?'],
    ['en', `What is ${'a'.repeat(1000)}`],
    ['de', 'Was kostet ein Stator?'],
    ['fr', 'Que faire si le stator brûle ?'],
    ['zh', '定子怎么更换?'],
    ['tlh', 'What is a stator?'],
  ])('%s, nothing: %s', (language, question) => {
    expect(definedTerm(question, language)).toBeUndefined();
  });
});

describe('what a sentence defines', () => {
  test.each([
    ['en', 'A stator is the part of a motor that stands still.', ['stator']],
    ['en', '"Stator" shall mean the part that stands still.', ['Stator']],
    ['en', 'In this manual, “Stator” means the part that stands still.', ['Stator']],
    ['en', 'The "Stator" for a motor of this kind means the part that stands still.', ['Stator']],
    ['en', 'A stator is either cast or cut.', ['stator']],
    ['en', 'A stator is what stands still.', ['stator']],
    ['en', '**Stator**\n: The part of a motor that stands still.', ['Stator']],
    ['en', '**Stator.** The part stands still.', ['Stator']],
    ['en', '**Stator** – the part that stands still.', ['Stator']],
    ['en', 'stator-cut - cuts what stands still', ['stator-cut']],
    ['en', 'The **winding assembly (stator)** is a part.', ['winding assembly', 'stator']],
    ['de', 'Ein Stator ist der Teil, der steht.', ['Stator']],
    ['de', 'Stator bezeichnet den Teil, der steht.', ['Stator']],
    ['fr', "L'affinage est la maturation d'un fromage.", ['affinage']],
    ['fr', 'Le détartrage consiste à dissoudre le calcaire.', ['détartrage']],
    ['es', 'El carné de lector es un documento personal.', ['carné de lector']],
    ['it', 'Lo statore è la parte fissa.', ['statore']],
    ['pt', 'O estator é a parte fixa.', ['estator']],
    ['nl', 'Een stator is het deel dat stilstaat.', ['stator']],
    ['ru', 'Статор — это неподвижная часть.', ['Статор']],
    ['zh', '定子是一种固定的部件。', ['定子']],
    ['ja', '固定子とは動かない部分です。', ['固定子']],
    ['de', '„Stator“ bezeichnet den Teil, der steht.', ['Stator']],
    ['fr', '« Stator » : la partie fixe.', ['Stator']],
    ['en', 'Tan, J. (2018). "Stators: A history of parts."', []],
    ['en', 'Tan, J. (2018). “Stators: A history of parts.”', []],
    ['en', 'The stator stands still.', []],
    ['en', 'Stators were painted grey.', []],
  ])('%s: %s', (language, sentence, names) => {
    expect(definedBy(sentence, language)).toEqual(names);
  });
});

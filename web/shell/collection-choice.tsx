import './collection-choice.css';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { maxCollections } from '../../src/retrieve/query-limits.ts';
import { useDocumentEvent } from '../use-document-event.ts';
import { useWords } from '../words/use-words.tsx';
import type { Words } from '../words/words.ts';

interface CollectionChoiceProps {
  /** More than one. */
  readonly choices: readonly string[];
  /** At least one of them; the first keeps the conversation. */
  readonly chosen: readonly string[];
  readonly onChoose: (collections: readonly string[]) => void;
}

/** Which collections are shown and asked: any of them together, or with one press a single one. */
export function CollectionChoice({ choices, chosen, onChoose }: CollectionChoiceProps) {
  const words = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const list = useId();

  const closeOutside = (target: EventTarget | null) => {
    if (target instanceof Node && !place.current?.contains(target)) setIsOpen(false);
  };
  useDocumentEvent('pointerdown', ({ target }) => closeOutside(target));
  useDocumentEvent('focusin', ({ target }) => closeOutside(target));

  // Of many, those that are chosen may stand far below.
  useLayoutEffect(() => {
    if (isOpen) place.current?.querySelector('li:has(:checked)')?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);

  const close = (event: KeyboardEvent) => {
    if (!isOpen || event.key !== 'Escape') return;
    // The source beside the page stays open.
    event.preventDefault();
    setIsOpen(false);
    opener.current?.focus();
  };
  const choose = (names: readonly string[]) => onChoose(inOrder(names, choices, chosen));
  const toggle = (name: string) =>
    choose(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  const chooseOnly = (name: string) => {
    choose([name]);
    setIsOpen(false);
    opener.current?.focus();
  };
  const chooseAll = () => {
    choose(choices);
    // The button goes once it is pressed.
    opener.current?.focus();
  };
  return (
    <div className="collection-choice" ref={place} onKeyDown={close}>
      <button
        type="button"
        ref={opener}
        className="collection-choice-chosen"
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="visually-hidden">{words.shell.collections}: </span>
        <bdi>{nameOf(words, chosen, choices)}</bdi>
      </button>
      <fieldset id={list} className="collection-choice-list" hidden={!isOpen}>
        <legend className="small-print">{words.shell.collections}</legend>
        <ul>
          {choices.map((name) => (
            <li key={name}>
              <label>
                <input
                  type="checkbox"
                  checked={chosen.includes(name)}
                  disabled={isFixed(name, chosen)}
                  onChange={() => toggle(name)}
                />
                <bdi>{name}</bdi>
              </label>
              {(chosen.length > 1 || !chosen.includes(name)) && (
                <button type="button" aria-label={words.shell.onlyOne(name)} onClick={() => chooseOnly(name)}>
                  {words.shell.only}
                </button>
              )}
            </li>
          ))}
          {choices.length <= maxCollections && chosen.length < choices.length && (
            <li className="collection-choice-all">
              <button type="button" onClick={chooseAll}>
                {words.shell.all}
              </button>
            </li>
          )}
        </ul>
      </fieldset>
    </div>
  );
}

/** Whether a collection can neither be added nor left out: one is always asked, and so many at most. */
function isFixed(name: string, chosen: readonly string[]): boolean {
  return chosen.includes(name) ? chosen.length === 1 : chosen.length >= maxCollections;
}

/** In the order of the choices, but for the one that keeps the conversation: it stays first as long as it is there. */
function inOrder(
  names: readonly string[],
  choices: readonly string[],
  [first]: readonly string[],
): readonly string[] {
  const ordered = choices.filter((name) => names.includes(name));
  return ordered.toSorted((a, b) => Number(b === first) - Number(a === first));
}

function nameOf(words: Words, chosen: readonly string[], choices: readonly string[]): string | undefined {
  if (chosen.length === 1) return chosen[0];
  const isAll = chosen.length === choices.length;
  return isAll ? words.shell.allCollections : words.shell.countedCollections(chosen.length);
}

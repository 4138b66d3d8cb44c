import './formula-view.css';
import { useEffect, useRef } from 'react';
import { formulaOf } from '../../src/text/sentences/formula.ts';
import { useWords } from '../words/use-words.tsx';

/**
 * A formula of a text. Its TeX stays the text of the element, which is what is compared and copied; what is seen is
 * MathML in its place as soon as the library for that has come. TeX that is malformed stays.
 */
export function FormulaView({ source }: { readonly source: string }) {
  const words = useWords();
  const host = useRef<HTMLSpanElement>(null);
  const isDisplay = formulaOf(source)?.isDisplay;
  useEffect(() => {
    const formula = formulaOf(source);
    let isWanted = true;
    const show = async () => {
      // What cannot be loaded, as from a server that is gone, leaves the TeX.
      const library = await import('./show-formula.ts').catch(() => undefined);
      if (isWanted && formula && host.current) library?.showFormula(host.current, formula);
    };
    void show();
    return () => {
      isWanted = false;
    };
  }, [source]);
  if (!isDisplay) {
    return (
      <span ref={host} className="formula">
        {source}
      </span>
    );
  }
  // Wider than the page, it is moved sideways, by keys too.
  return (
    <span
      ref={host}
      className="formula formula-display"
      role="group"
      aria-label={words.source.formula}
      tabIndex={0}
    >
      {source}
    </span>
  );
}

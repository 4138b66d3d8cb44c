import temml from 'temml';
import temmlStyles from 'temml/dist/Temml-Local.css?raw';
import type { Formula } from '../../src/text/sentences/formula.ts';
import ownStyles from './show-formula.css?raw';

/** Commands that Temml makes into links or into styles that the content security policy forbids. */
const unsafe = /\\(?:cancelto|eqref|pmb|ref|sideset)(?![a-zA-Z])/;

/** Commands that define others, by which a few lines grow without bound. */
const defining = /\\(?:[egx]?def|(?:future)?let|(?:new|renew|provide)command)(?![a-zA-Z])/;

/** The largest sizes that a formula can ask for: in ems, and in points. */
const largestSizes: [number, number] = [20, 200];

const styles = new CSSStyleSheet();
styles.replaceSync(temmlStyles + ownStyles);

/**
 * Shows a formula as MathML in place of the text of an element, which keeps its text. TeX that cannot be read leaves
 * the element as it is. No command of TeX leads to an address, to markup or to a script.
 */
export function showFormula(host: HTMLElement, { tex, isDisplay }: Formula): void {
  const shown = document.createElement('span');
  shown.className = 'drawn';
  try {
    if (unsafe.test(tex) || defining.test(tex)) return;
    temml.render(tex, shown, { displayMode: isDisplay, throwOnError: true, maxSize: largestSizes });
  } catch {
    return;
  }
  const source = document.createElement('span');
  source.className = 'tex';
  source.ariaHidden = 'true';
  source.append(document.createElement('slot'));
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [styles];
  root.replaceChildren(source, shown);
}

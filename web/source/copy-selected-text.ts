/**
 * Copies what is selected as other programs need it: formulas as the TeX that they are in their document, items of an
 * answer with their numbers, and nothing in the colours of the page. What has neither, or is selected in a field, is
 * left to the browser.
 */
export function copySelectedText(event: ClipboardEvent): void {
  const selection = window.getSelection();
  const isField = event.target instanceof Element && event.target.closest('input, textarea') !== null;
  if (isField || !event.clipboardData || !selection || selection.rangeCount === 0) return;
  const range = selection.getRangeAt(0);
  const selected = range.cloneContents();
  if (!selected.querySelector('.formula, li')) return;
  event.clipboardData.setData('text/plain', numberedText(selection, range));
  event.clipboardData.setData('text/html', htmlOf(selected, range.commonAncestorContainer));
  event.preventDefault();
}

/** A browser says what is selected without the numbers that it sets itself: for once they are text. */
function numberedText(selection: Selection, range: Range): string {
  const items = [...document.querySelectorAll<HTMLLIElement>('.answer-text li')];
  const marks = items
    .filter((item) => range.intersectsNode(item))
    .map((item) => {
      const mark = new Text(item.parentElement?.localName === 'ol' ? `${item.value}. ` : '• ');
      item.prepend(mark);
      return mark;
    });
  const text = selection.toString();
  for (const mark of marks) mark.remove();
  return text;
}

/** Items without their list would be none. */
function htmlOf(selected: DocumentFragment, around: Node): string {
  const isInList = around instanceof HTMLElement && /^[ou]l$/.test(around.localName);
  const whole = isInList ? around.cloneNode() : document.createElement('div');
  whole.appendChild(selected);
  if (!(whole instanceof HTMLElement)) return '';
  for (const mark of whole.querySelectorAll('.unbroken-mark')) mark.remove();
  return isInList ? whole.outerHTML : whole.innerHTML;
}

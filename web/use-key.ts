import { useDocumentEvent } from './use-document-event.ts';

/** Calls when a key is pressed by itself, wherever nothing is being typed and no window stands over the page. */
export function useKey(key: string, onPress: () => void): void {
  useDocumentEvent('keydown', (event) => {
    const isTaken =
      event.target instanceof Element && event.target.closest('input, textarea, select, dialog') !== null;
    if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || isTaken) return;
    event.preventDefault();
    onPress();
  });
}

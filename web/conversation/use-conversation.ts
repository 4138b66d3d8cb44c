import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react';
import { useReturn } from '../use-return.ts';
import type { ConversationState } from './conversation-state.ts';
import type { ConversationAddress, ConversationStore } from './conversation-store.ts';

/**
 * Shows the conversation that an address names, also what becomes of it in other windows. `onKept` is called when it
 * has got an id that the address does not say.
 */
export function useConversation(
  store: ConversationStore,
  address: ConversationAddress,
  onKept: (conversationId: string) => void,
): ConversationState {
  const { asked, conversationId } = address;
  const sayWhatKeepsIt = useEffectEvent(() => {
    const { conversationId: keptAs } = store.state();
    if (keptAs !== null && keptAs !== conversationId) onKept(keptAs);
  });
  // Before anything is shown of another conversation.
  useLayoutEffect(() => store.subscribe(() => sayWhatKeepsIt()), [store]);
  useLayoutEffect(() => store.show(address), [store, asked.question, conversationId]);
  useReturn(() => void store.shown.read());
  return useSyncExternalStore(store.subscribe, store.state);
}

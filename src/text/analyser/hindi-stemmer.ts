import { suffixStripper } from './suffix-stripper.ts';

/**
 * The endings of nouns, adjectives and verbs, in the spelling that is left below.
 * Source: Ramanathan, Rao, "A Lightweight Stemmer for Hindi", 2003.
 */
const endings = `
  ाएंगी ाएंगे ाऊंगी ाऊंगा ाइयां ाइयों
  ाएगी ाएगा ाओगी ाओगे एंगी ेंगी एंगे ेंगे ूंगी ूंगा ातीं नाओं नाएं ताओं ताएं ियां ियों
  ाकर ाइए ाईं ाया ेगी ेगा ोगी ोगे ाने ाना ाते ाती ाता तीं ाओं ाएं ुओं ुएं ुआं
  कर ाओ िए ाई ाए ने नी ना ते ीं ती ता ां ों ें
  ो े ू ु ी ि ा`;

const strip = suffixStripper(endings.trim().split(/\s+/), 2);

/**
 * Stems a Hindi word: spellings that vary freely become one (no nukta; anusvara for candrabindu), then its ending
 * goes. Source of the spellings: Larkey, Connell, Abduljaleel, "Hindi CLIR in Thirty Days", 2003.
 */
export function stemHindi(word: string): string {
  return strip(
    word.normalize('NFD').replaceAll('\u093c', '').replaceAll('\u0901', '\u0902').normalize('NFC'),
  );
}

import { keepText, keptText } from '../kept.ts';

/** How the page looks, where a reader has chosen it. */
export interface Appearance {
  /** `system`: as the system says. */
  readonly scheme: 'system' | 'light' | 'dark';
  readonly text: 'normal' | 'large' | 'largest';
}

const key = 'footnote-appearance';

const standard: Appearance = { scheme: 'system', text: 'normal' };

const choices = {
  scheme: ['system', 'light', 'dark'],
  text: ['normal', 'large', 'largest'],
} as const;

/** What was chosen last in this browser. */
export function keptAppearance(): Appearance {
  try {
    const kept = JSON.parse(keptText(key) ?? '{}') as Partial<Record<keyof Appearance, unknown>>;
    return {
      scheme: choices.scheme.find((one) => one === kept.scheme) ?? standard.scheme,
      text: choices.text.find((one) => one === kept.text) ?? standard.text,
    };
  } catch {
    return standard;
  }
}

/** Shows the page so. */
export function applyAppearance({ scheme, text }: Appearance): void {
  const { dataset } = document.documentElement;
  if (scheme === 'system') delete dataset.scheme;
  else dataset.scheme = scheme;
  if (text === 'normal') delete dataset.text;
  else dataset.text = text;
}

/** Shows the page so, from now on. A browser that keeps nothing forgets it. */
export function keepAppearance(appearance: Appearance): void {
  applyAppearance(appearance);
  keepText(key, JSON.stringify(appearance));
}

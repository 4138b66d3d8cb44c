import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { applyAppearance, keptAppearance } from './settings/appearance.ts';
import './base.css';
import { copySelectedText } from './source/copy-selected-text.ts';
import { showLanguage } from './words/use-words.tsx';
import { firstLanguage } from './words/words.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');
applyAppearance(keptAppearance());
// Before anything is shown, so that no page is seen in two languages.
void showLanguage(firstLanguage()).then((words) =>
  createRoot(root).render(
    <StrictMode>
      <App words={words} />
    </StrictMode>,
  ),
);
document.addEventListener('copy', copySelectedText);
// A server that was brought up to date has the parts of a page that is open no more: it is loaded anew.
window.addEventListener('vite:preloadError', () => window.location.reload());

import { createContext } from 'react';

/** Whether what is shown is of several collections, so that each place says which it is in. */
export const IsOfSeveral = createContext(false);

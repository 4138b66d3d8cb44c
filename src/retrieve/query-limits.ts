/** Most hits that one search may ask for. */
export const maxTopK = 100;

/** Most collections that one search may go through. */
export const maxCollections = 20;

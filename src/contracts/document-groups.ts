import type { Metadata } from './chunk.ts';

/** The metadata field that says for which groups a document is. */
export const groupsField = 'groups';

/** What a document that is for everybody may say; it stands for no group. */
export const everyone = '*';

/** The field of chunks that says the same, also of those that are for everybody: no filter finds an absent one. */
export const visibleToField = 'visible_to';

/**
 * The groups that a document is for; null where it says nothing, or names {@link everyone}. What is no text becomes
 * one, so that nobody sees a document because of how its groups are written.
 */
export function groupsOf({ [groupsField]: named }: Metadata): readonly string[] | null {
  if (named === undefined) return null;
  const groups = [named].flat().map(String);
  return groups.length === 0 || groups.includes(everyone) ? null : groups;
}

/** The metadata fields that may say which project a document is of; a preset decides which of them counts. */
export const projectFields = ['project', 'company_slug'] as const;
export type ProjectField = (typeof projectFields)[number];

/** The field of chunks that says it for each of these: no filter finds an absent one. */
export const inProjectsField = 'in_projects';

/** A project in {@link inProjectsField}; without a name that of the collection, whatever that is called by then. */
export function projectMark(field: ProjectField, name?: string): string {
  return name === undefined ? field : `${field}=${name}`;
}

/** The projects that a document is of. */
export function projectMarks(metadata: Metadata): readonly string[] {
  return projectFields.map((field) => {
    const { [field]: named } = metadata;
    return projectMark(field, named === undefined ? undefined : String(named));
  });
}

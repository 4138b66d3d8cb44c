import { mayAct, type Principal, type Role, roles } from '../../contracts/principal.ts';
import { FootnoteError } from '../../errors.ts';
import type { Config } from '../../settings/config.ts';
import { ownValue } from '../../values/own-value.ts';

/** What the settings make of the claims of a token. */
type ClaimSettings = Pick<
  Config['oidc'],
  'roleClaim' | 'roles' | 'defaultRole' | 'collectionsClaim' | 'groupsClaim'
>;

/** Whom the claims of a verified token stand for. Errors: `access_denied` where they give no role. */
export function principalOfClaims(
  claims: Readonly<Record<string, unknown>> & { readonly sub: string },
  settings: ClaimSettings,
): Principal {
  const { roleClaim, defaultRole, collectionsClaim, groupsClaim } = settings;
  const given = namesIn(claims, roleClaim).flatMap((name) => roleOf(name, settings) ?? []);
  const role = strongest(defaultRole === 'none' ? given : [defaultRole, ...given]);
  if (!role) throw new FootnoteError('access_denied', { needed: 'read', role: 'none' });
  const id = `oidc:${claims.sub}`;
  if (role === 'admin') return { id, role, collections: 'all', groups: 'all' };
  const collections = collectionsClaim === '' ? 'all' : namesIn(claims, collectionsClaim);
  return { id, role, collections, groups: namesIn(claims, groupsClaim) };
}

/** As `oidc.roles` translates it; without a translation roles are those of this server, by their own names. */
function roleOf(name: string, { roles: translated }: ClaimSettings): Role | undefined {
  if (Object.keys(translated).length > 0) return ownValue(translated, name);
  return roles.find((role) => role === name);
}

function strongest(given: readonly Role[]): Role | undefined {
  return given.toSorted((one, other) => (mayAct(one, other) ? -1 : 1))[0];
}

/**
 * The names of a claim: a list, or words in one text. The claim is of that name, or else where its parts between dots
 * lead to, as Keycloak's `realm_access.roles`.
 */
function namesIn(claims: Readonly<Record<string, unknown>>, claim: string): readonly string[] {
  if (claim === '') return [];
  let value = ownValue(claims, claim);
  if (value === undefined) {
    value = claims;
    for (const part of claim.split('.')) {
      value =
        typeof value === 'object' && value !== null
          ? ownValue(value as Record<string, unknown>, part)
          : undefined;
    }
  }
  if (typeof value === 'string') return value.split(/[\s,]+/).filter((name) => name !== '');
  if (!Array.isArray(value)) return [];
  return value.filter((name): name is string => typeof name === 'string');
}

import { z } from 'zod';
import { roles } from '../../contracts/principal.ts';

const who = z.object({
  id: z.string().describe('Id of a key, or of a user as the provider of identities names it.'),
  role: z.enum(roles),
});

/** The body that signs in. */
export const signInSchema = z
  .strictObject({ key: z.string().min(1).max(200).describe('A whole key.') })
  .meta({
    id: 'SignIn',
    description: 'Signs in on this browser with a key.',
    examples: [{ key: 'fn_4f1c09ab77de_kJ0mZ7n1sQvJm0w2pXy8Rr5Lq3Tt9Uu4Vv6Ww1Xx2Yy' }],
  });

/** Who is asking, and how to say who one is. */
export const sessionSchema = z
  .object({
    principal: who.nullable().describe('Who is asking; null: nobody that this server knows.'),
    isSession: z.boolean().describe('Whether they have signed in on this browser, and can sign out.'),
    provider: z.boolean().describe('Whether one can sign in at a provider of identities: GET /auth/login.'),
    model: z
      .string()
      .nullable()
      .describe('The language model that writes answers; null where they are quoted, or nobody is asking.'),
  })
  .meta({
    id: 'Session',
    description: 'Who is asking, and how to sign in.',
    examples: [{ principal: null, isSession: false, provider: false, model: null }],
  });

/** The reply to signing in. */
export const signedInSchema = z
  .object({ principal: who, expiresAt: z.string().describe('ISO 8601.') })
  .meta({ id: 'SignedIn', description: 'Who has signed in, and until when.' });

/** The reply to signing out. */
export const signedOutSchema = z
  .object({ signedOut: z.literal(true) })
  .meta({ id: 'SignedOut', description: 'Nobody is signed in on this browser any more.' });

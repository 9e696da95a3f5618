import * as z from 'zod/mini';
import { emailField } from './profile.ts';
import { newPasswordField, tokenField } from './signup.ts';

/** POST accounts/password/reset/ (product.md 3.3). */
export const passwordResetSchema = z.object({ email: emailField });
/** Its answer, the same for known and unknown addresses. `detail` can be shown as it is. */
export const passwordResetStartedSchema = z.object({ detail: z.string() });

const link = { uid: z.uuid(), token: tokenField };
const newTwice = { new_password: newPasswordField, new_password_confirm: newPasswordField };

/** POST accounts/password/check/: whether the link is still valid, before the form is shown. */
export const passwordLinkSchema = z.object(link);
/** POST accounts/password/confirm/. */
export const passwordConfirmSchema = z.object({ ...link, ...newTwice });
/** POST accounts/password/change/, voluntary or forced. */
export const passwordChangeSchema = z.object({ current_password: newPasswordField, ...newTwice });

import { useForm } from '#shared/form/useForm.ts';
import { session } from '#shared/lib/account/session.ts';
import { checkLogin, describeLoginError, tidyLogin } from './model.ts';

/** State and actions of the login form; `onDone` is called after a successful login. */
export function useLoginForm(onDone: () => void) {
  return useForm<{ email: string; password: string; isLasting: boolean }>({
    initial: { email: '', password: '', isLasting: true },
    order: ['email', 'password'],
    check: checkLogin,
    tidy: { email: tidyLogin },
    describe: describeLoginError,
    send: async (values) => {
      await session.login({ ...values, email: tidyLogin(values.email) });
      onDone();
    },
  });
}

/** The secret of every test server, so that two processes of one test can read what the other has sealed. */
export const testSecret = 'a secret that only tests use';

import { defineConfig } from 'vite';
import appConfig from '../../vite.config.ts';

/** The bare page with the settings of the app's own build: the same constants, target, and files that come late. */
export default defineConfig((build) => {
  const { define, build: { target, rolldownOptions, modulePreload } = {} } = appConfig(build);
  return {
    root: import.meta.dirname,
    publicDir: false,
    define,
    build: { target, rolldownOptions, modulePreload },
  };
});

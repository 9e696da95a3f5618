import '#shared/ui/styles.ts';
import { installProbe } from '#app/probe.ts';
import { startApp } from '#app/start.tsx';

if (import.meta.env.VITE_PROBE === '1') installProbe();
const root = document.getElementById('root');
if (root) startApp(root);
// Sends the way out of index.html away, also when it was shown because this came late.
document.documentElement.setAttribute('data-app', '');

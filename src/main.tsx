import '#shared/ui/styles.ts';
import { installProbe } from '#app/probe.ts';
import { startApp } from '#app/start.tsx';

if (import.meta.env.VITE_PROBE === '1') installProbe();
const root = document.getElementById('root');
if (root) startApp(root);
// Hides the fallback message of index.html, also if it was shown only because this script was late.
document.documentElement.setAttribute('data-app', '');

// Fills the data folder that the settings name with the demo, as the first `npm start` does.
import { readConfig } from '#server/config.ts';
import { loadDemo } from '#server/content/demo.ts';
import { silentLog } from '#server/log.ts';
import { startServer } from '#server/start.ts';

const running = await startServer(
  { ...readConfig(process.env), port: 0 },
  silentLog,
  async (deps, scripted) => {
    await loadDemo(deps, scripted);
  },
);
await running.stop();

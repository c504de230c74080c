import { makeInput } from './inputs.ts';
import { ours, mixedFile } from './servers.ts';
import { Session } from './session.ts';
const n = Number(process.argv[2]);
const server = process.argv[3] === 'prof' ? { ...ours, command: ['--cpu-prof', '--cpu-prof-dir=/tmp/prof', '--cpu-prof-interval=200', ...ours.command] } : ours;
for (let i = 0; i < (process.argv[3] === 'prof' ? 1 : 6); i++) { const x = new Session(server); await x.initialize(); await new Promise((r) => setTimeout(r, 600)); const t = performance.now(); const at = await x.open(makeInput(`file:///bench/${mixedFile}`, n)); console.log((at - t).toFixed(1)); await x.stop(); }

/**
 * Measures editing in one file while the server indexes a large workspace in the background. The stock server doesn't
 * index workspaces.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { makeInput, type Input } from '../driver/inputFiles.ts';
import { rssMiB } from '../driver/processUsage.ts';
import type { Samples } from '../report/samples.ts';
import { ours } from '../driver/servers.ts';
import { Session } from '../driver/editorSession.ts';
import type { Measure } from './measure.ts';

const files = 2000;
const fileSize = 100_000;
const filesInFolder = 50;
/** Number of documents of supported kinds in each file, out of about 170. */
const known = 9;
/** Pause between two requests, in milliseconds. Simulates a fast user. */
const rest = 15;

export const indexing: Measure = {
  name: 'indexing',
  async run(samples, repetitions) {
    const workspace = mkdtempSync(path.join(tmpdir(), 'osc-bench-workspace-'));
    try {
      writeWorkspace(workspace);
      for (let repetition = 0; repetition < Math.ceil(repetitions / 7); repetition += 1)
        await index(workspace, samples);
    } finally {
      rmSync(workspace, { recursive: true });
    }
  },
};

async function index(workspace: string, samples: Samples): Promise<void> {
  const session = new Session(ours);
  const input = makeInput(pathToFileURL(path.join(workspace, 'open.yaml')).href, 1);
  const began = await session.initialize([pathToFileURL(workspace).href]);
  // The server reports other KataConfigs only after it has indexed all files.
  const state = { over: false };
  const indexed = session
    .diagnosticsWhere(input, (diagnostics) => diagnostics.some(({ code }) => code === 'osc/kataconfig-singleton'))
    .finally(() => (state.over = true));
  await session.open(input);
  const longest = { hover: 0, edit: 0, complete: 0 };
  // The first completion loads the completion library, with or without an index.
  await complete(session, input);
  for (let wrong = false; !state.over; wrong = !wrong) {
    longest.hover = Math.max(longest.hover, await timed(() => session.hover(input, input.key)));
    await pause(rest);
    longest.edit = Math.max(longest.edit, await timed(() => session.toggle(input, wrong)));
    await pause(rest);
    longest.complete = Math.max(longest.complete, await timed(() => complete(session, input)));
    await pause(rest);
  }
  samples.add('index-time', 'ours', (await indexed) - began);
  samples.add('index-rss', 'ours', rssMiB(session.pid, 'most'));
  for (const what of ['hover', 'edit', 'complete'] as const) samples.add(`index-${what}`, 'ours', longest[what]);
  await session.stop();
}

async function complete(session: Session, input: Input): Promise<void> {
  const items = await session.complete(input, input.blank);
  if (!items.some(({ label }) => label === 'logLevel')) throw new Error("completion doesn't offer logLevel");
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const sent = performance.now();
  await work();
  return performance.now() - sent;
}

function writeWorkspace(workspace: string): void {
  for (let file = 0; file < files; file += 1) {
    const folder = path.join(workspace, `folder${Math.floor(file / filesInFolder)}`);
    mkdirSync(folder, { recursive: true });
    let text = makeInput('', known, `f${file}`).item.text;
    for (let document = 0; text.length < fileSize; document += 1) text += `---\n${deployment(`f${file}-${document}`)}`;
    writeFileSync(path.join(folder, `file${file}.yaml`), text);
  }
}

/** Returns a Deployment without a runtime class, which the extension doesn't check. */
const deployment = (name: string) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop-${name}
  namespace: shop
  labels:
    app.kubernetes.io/name: shop-${name}
spec:
  replicas: 2
  selector:
    matchLabels:
      app.kubernetes.io/name: shop-${name}
  template:
    metadata:
      labels:
        app.kubernetes.io/name: shop-${name}
    spec:
      containers:
        - name: shop
          image: registry.example.com/shop/${name}:1.0
          ports:
            - containerPort: 8080
          resources:
            limits:
              cpu: "1"
              memory: 256Mi
`;

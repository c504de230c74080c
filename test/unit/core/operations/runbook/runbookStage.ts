/** Runs the script of a runbook with a stub of oc. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after } from 'node:test';
import type { Runbook, RunbookStep, RunbookUntil } from '#core/operations/runbook/runbook.ts';

/** The namespace of the operator. */
export const runbookNamespace = 'openshift-sandboxed-containers-operator';

/** A reference to a KataConfig. */
export const kataConfigReference = {
  group: 'kataconfiguration.openshift.io',
  version: 'v1',
  plural: 'kataconfigs',
  kind: 'KataConfig',
  name: 'example',
} as const;

/** A reference to the Secret of peer pods. */
export const secretReference = {
  group: '',
  version: 'v1',
  plural: 'secrets',
  kind: 'Secret',
  name: 'peer-pods-secret',
  namespace: runbookNamespace,
} as const;

/** A reference to the install plans of the operator. */
export const planReference = {
  group: 'operators.coreos.com',
  version: 'v1alpha1',
  plural: 'installplans',
  kind: 'InstallPlan',
  namespace: runbookNamespace,
} as const;

/** Returns a step of a runbook. */
export function createStep(over: Partial<RunbookStep>): RunbookStep {
  return {
    id: 'a-step',
    title: 'Do it',
    state: 'later',
    headline: 'Not started',
    evidence: ['not for runbooks'],
    changes: [],
    until: [],
    ...over,
  };
}

/** Returns a runbook with these steps. */
export function createRunbook(steps: readonly RunbookStep[], over: Partial<Runbook> = {}): Runbook {
  return { id: 'try', title: 'Try it', cluster: { context: 'prod', server: 'https://api.prod:6443' }, steps, ...over };
}

/** Returns a condition that waits until an object exists. */
export const untilPresent = (object: RunbookUntil['object'], over: Partial<RunbookUntil> = {}): RunbookUntil => ({
  object,
  is: 'present',
  minutes: 1,
  ...over,
});

/** A change that applies a KataConfig. */
export const applyKataConfig = {
  how: 'apply',
  target: kataConfigReference,
  object: { apiVersion: 'kataconfiguration.openshift.io/v1', kind: 'KataConfig', metadata: { name: 'example' } },
} as const;

/** The result of a script. */
export interface RunbookResult {
  readonly code: number;
  readonly said: string;
  readonly asked: readonly (readonly string[])[];
  readonly applied: string;
}

/** Inputs of a script. */
interface RunbookInput {
  readonly answers?: readonly string[];
  readonly input?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Returns the commands of a script that change the cluster. */
export const listChanges = (ran: RunbookResult): readonly string[] =>
  ran.asked
    .filter(([verb]) => verb !== 'get' && verb !== 'whoami' && verb !== 'config')
    .map((words) => words.join(' '));

/** Folder with a stub of oc. */
export interface RunbookStage {
  readonly folder: string;
  /** Runs a script. Its input contains what `oc get` prints, one answer for each call, then nothing. */
  run(script: string, input?: RunbookInput): Promise<RunbookResult>;
}

/** Writes the stub, and removes it after the tests of the suite. */
export function createRunbookStage(): RunbookStage {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-runbook-'));
  // Records its arguments and input, and prints the prepared answers, one line per call.
  const stub = `#!/usr/bin/env bash
{ printf '%s\\037' "$@"; printf '\\036'; } >>"$STUB/asked"
printf '%s\\n' "\${KUBECONFIG:-}" >>"$STUB/led"
case $1 in
  config) [[ -e $STUB/unpinned ]] || printf 'server: %s\\n' "$SERVER" ;;
  whoami) printf %s "$SERVER" ;;
  apply) cat >>"$STUB/applied"; printf -- '---\\n' >>"$STUB/applied"; [[ ! -e $STUB/refuse ]] || { cat "$STUB/refuse" >&2; rm "$STUB/refuse"; exit 1; } ;;
  get) [[ ! -e $STUB/away ]] || { echo 'connection refused' >&2; exit 1; }
       if [[ -e $STUB/absent && $2 == "$(cat "$STUB/absent")"* ]]; then
         echo "error: the server doesn't have a resource type" >&2; exit 1
       fi
       if [[ -s $STUB/answers ]]; then head -n 1 "$STUB/answers"; sed -i 1d "$STUB/answers"; fi ;;
esac
`;
  writeFileSync(path.join(folder, 'oc'), stub, { mode: 0o755 });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function run(
    script: string,
    { answers = [], input = '', files = {}, env = {} }: RunbookInput = {},
  ): Promise<RunbookResult> {
    for (const name of ['asked', 'applied', 'answers', 'refuse', 'away', 'absent', 'unpinned', 'led'])
      rmSync(path.join(folder, name), { force: true });
    writeFileSync(path.join(folder, 'answers'), answers.map((line) => `${line}\n`).join(''));
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    writeFileSync(path.join(folder, 'runbook.sh'), script);
    const read = (name: string): string =>
      existsSync(path.join(folder, name)) ? readFileSync(path.join(folder, name), 'utf8') : '';
    return new Promise((resolve) => {
      const child = execFile(
        'bash',
        [path.join(folder, 'runbook.sh')],
        {
          cwd: folder,
          env: {
            PATH: process.env['PATH'],
            OC: path.join(folder, 'oc'),
            STUB: folder,
            SERVER: 'https://api.prod:6443',
            POLL: '0',
            ...env,
          },
        },
        (error, out, err) => {
          const asked = read('asked').split('\u001e').slice(0, -1);
          const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
          resolve({
            code,
            said: out + err,
            asked: asked.map((line) => line.split('\u001f').slice(0, -1)),
            applied: read('applied'),
          });
        },
      );
      // The process can exit before it has read its input.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
    });
  }

  return { folder, run };
}

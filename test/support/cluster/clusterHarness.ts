/** Provides helpers for connection tests: a manual clock, kubeconfigs in temporary folders, and their contexts. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { ExecPlugins, type ExecDeps } from '#client/kubernetes/auth/execPlugins.ts';
import type { ApiProblem, ApiResult } from '#client/kubernetes/connection.ts';
import type { ClusterContext } from '#client/kubernetes/kubeconfig/clusterContext.ts';
import { loadKubeconfig, type Kubeconfig } from '#client/kubernetes/kubeconfig/loadKubeconfig.ts';
import { realClock, type Clock } from '#client/kubernetes/clock.ts';
import type { ConnectDeps } from '#client/kubernetes/transport/connect.ts';

/** Clock on which time passes only when the test advances it. */
export class HandClock implements Clock {
  #now: number;
  readonly #waiting = new Set<{ readonly at: number; readonly work: () => void }>();
  #asked: { readonly within: number; readonly tell: () => void }[] = [];

  constructor(now = Date.now()) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, work: () => void): () => void {
    const entry = { at: this.#now + milliseconds, work };
    this.#waiting.add(entry);
    for (const { within, tell } of this.#asked) if (milliseconds <= within) tell();
    return () => void this.#waiting.delete(entry);
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds;
    for (const entry of [...this.#waiting].sort((a, b) => a.at - b.at)) {
      if (entry.at > this.#now || !this.#waiting.delete(entry)) continue;
      entry.work();
    }
  }

  /**
   * Resolves when a timer is due within this time.
   * @param within in milliseconds
   */
  asked(within: number): Promise<void> {
    return new Promise((resolve) => {
      if ([...this.#waiting].some(({ at }) => at <= this.#now + within)) resolve();
      else this.#asked.push({ within, tell: resolve });
    });
  }
}

/** Creates a temporary folder that the test removes. */
export function folder(): {
  readonly path: string;
  readonly write: (name: string, text: string) => string;
  readonly remove: () => void;
} {
  const made = mkdtempSync(path.join(tmpdir(), 'osc-conn-'));
  return {
    path: made,
    write: (name, text) => {
      const file = path.join(made, name);
      writeFileSync(file, text);
      return file;
    },
    remove: () => rmSync(made, { recursive: true, force: true }),
  };
}

/** Returns a kubeconfig in JSON, which is also valid YAML. Each name has one context, cluster, and user. */
export function kubeconfigOf(
  entries: Readonly<Record<string, { readonly cluster: object; readonly user?: object; readonly namespace?: string }>>,
): string {
  const names = Object.keys(entries);
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': names[0],
    clusters: names.map((name) => ({ name, cluster: entries[name]?.cluster })),
    users: names
      .filter((name) => entries[name]?.user !== undefined)
      .map((name) => ({ name, user: entries[name]?.user })),
    contexts: names.map((name) => ({
      name,
      context: { cluster: name, user: name, namespace: entries[name]?.namespace },
    })),
  });
}

export function load(file: string): Promise<Kubeconfig> {
  return loadKubeconfig({ explicit: file, env: {}, home: path.dirname(file) });
}

/** Returns the context with this name. Fails the test if it doesn't exist. */
export async function contextIn(file: string, name: string): Promise<ClusterContext> {
  const { contexts, problems } = await load(file);
  const found = contexts.find((context) => context.name === name);
  assert.ok(found !== undefined, JSON.stringify(problems));
  return found;
}

export function execPlugins(options: Partial<ExecDeps> = {}): ExecPlugins {
  return new ExecPlugins({ clock: realClock, env: process.env, mayRun: () => Promise.resolve(true), ...options });
}

export function deps(options: Partial<ConnectDeps> = {}): ConnectDeps {
  return { clock: realClock, exec: execPlugins(), ...options };
}

/** Returns the problem. Fails the test if the request succeeded. */
export function problemOf(answer: ApiResult<unknown>): ApiProblem {
  assert.ok(!answer.ok, 'it succeeded');
  return answer.error;
}

export function valueOf<T>(answer: ApiResult<T>): T {
  assert.ok(answer.ok, answer.ok ? '' : `${answer.error.kind}: ${answer.error.message}`);
  return answer.value;
}

/**
 * Reads what happens on a cluster if a user creates or deletes the KataConfig of a file, for its hover. Loaded on
 * demand. Doesn't use VS Code.
 */
import { getString } from '#core/common/json.ts';
import { describeKataConfigReboots } from '#core/operations/kataConfigReboots.ts';
import { consequenceFacts } from '#core/operations/rebootConsequences.ts';
import type { LookupResults } from '#core/operations/lookupList.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { runLookups } from '#client/kubernetes/read/runLookups.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { parseManifests } from './parseManifests.ts';

/** Time for which the pods of a cluster aren't read again, in milliseconds. */
const maxAge = 60_000;

/** Time limit of a read, in milliseconds. A hover that takes longer is useless. */
const timeLimit = 15_000;

type HoverCluster = Pick<OpenCluster, 'context' | 'server' | 'snapshot' | 'history' | 'connection'>;

/** Reads the consequences, and stores the pods of the last cluster for one minute. */
export class RebootHover {
  readonly #clock: Clock;
  #last: { readonly cluster: string; readonly at: number; readonly facts: Promise<LookupResults> } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Returns the consequences for the first KataConfig of a YAML document, one sentence each. Returns none if there is
   * no KataConfig or if the document isn't valid.
   * @param text the YAML document
   */
  async describe(cluster: HoverCluster, text: string): Promise<readonly string[]> {
    const objects = parseManifests(text);
    const kataConfig = objects.ok
      ? objects.value.find((object) => getString(object, 'kind') === 'KataConfig')
      : undefined;
    if (kataConfig === undefined) return [];
    const facts = await this.#read(cluster);
    const { context, server, snapshot, history } = cluster;
    return describeKataConfigReboots({ context, server, snapshot, history, facts, now: this.#clock.now() }, kataConfig);
  }

  #read({ context, connection }: HoverCluster): Promise<LookupResults> {
    const now = (): number => this.#clock.now();
    const last = this.#last;
    if (last?.cluster === context && now() - last.at < maxAge) return last.facts;
    const facts = runLookups(createClusterReader(connection, AbortSignal.timeout(timeLimit)), consequenceFacts, now);
    this.#last = { cluster: context, at: now(), facts };
    return facts;
  }
}

/** Returns the lines of the YAML document that contains a line. */
export function findYamlDocument(lines: readonly string[], line: number): string {
  const isStart = (text: string | undefined): boolean => text?.startsWith('---') === true;
  let [start, end] = [line, line + 1];
  while (start > 0 && !isStart(lines[start])) start -= 1;
  while (end < lines.length && !isStart(lines[end])) end += 1;
  return lines.slice(start, end).join('\n');
}

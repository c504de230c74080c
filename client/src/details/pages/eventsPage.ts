/**
 * Builds the page of an object without a page of its own, such as a pod, a workload, or a machine config pool. It shows
 * why the object doesn't work: its events, warnings first, with their meaning. Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import { newestWarning, type ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { omitUndefined } from '#core/common/json.ts';
import { explainEvent } from '#core/explain/events/explainEvent.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { isOffered } from '#client/kubernetes/read/readableKinds.ts';
import { hasPods } from '#client/kubernetes/events/relatedObjects.ts';
import type { DetailPage } from '../detailPage.ts';
import { eventsSection } from '../eventsSection.ts';
import type { ObjectFacts } from '../objectDetails.ts';
import { clusterRow, commandAction, describeLocation, liveFreshness, stateOf, yamlSection } from '../sharedSections.ts';

export interface EventsPageInput {
  readonly context: string;
  readonly object: ObjectReference;
  /** Current time, in milliseconds since 1970. */
  readonly now: number;
  /** Undefined if nothing is read yet. */
  readonly facts?: ObjectFacts;
  /** True for an object of a must-gather. */
  readonly gathered?: boolean;
}

export function eventsPage({ context, object, now, facts, gathered = false }: EventsPageInput): DetailPage {
  const { kind, name, namespace } = object;
  const problem = facts?.events.problem;
  const freshness =
    problem === undefined
      ? gathered
        ? { isLive: true, words: l10n.t`From a must-gather` }
        : liveFreshness()
      : { isLive: false, words: l10n.t("Can't list {0}: {1}", 'events', problem) };
  const newest = newestWarning(facts?.events.value ?? []);
  const explanation = newest === undefined ? undefined : explainEvent(newest);
  const { meaning, next, todo, docs } = {
    next: undefined,
    todo: undefined,
    docs: undefined,
    meaning: '',
    ...explanation,
  };
  return {
    type: 'detail',
    kind,
    title: name,
    place: describeLocation(context, namespace),
    state: newest === undefined ? stateWithoutWarning(facts) : stateOf('attention', headlineOf(newest), freshness),
    freshness,
    cause: meaning === '' ? [] : [meaning],
    ...omitUndefined({ next, todo, docs }),
    actions: isOffered(object) ? [commandAction(l10n.t`Open as YAML`, 'osc.object.openYaml', { context, object })] : [],
    sections: [
      eventsSection(facts?.events, now, hasPods(object) || kind === 'PeerPod'),
      { kind: 'facts', id: 'evidence', title: l10n.t`Evidence`, rows: [clusterRow(context)] },
      ...(gathered ? [] : yamlSection(facts)),
    ],
  };
}

function headlineOf({ reason, message }: ClusterEvent): string {
  return `${sanitizeLine(reason, 60)}: ${sanitizeLine(message, 200)}`;
}

function stateWithoutWarning(facts: ObjectFacts | undefined): DetailPage['state'] {
  const word = l10n.t({
    message: 'Information',
    args: [],
    comment: ["The severity of a status that isn't a problem."],
  });
  const headline =
    facts === undefined ? l10n.t`Reading...` : facts.events.problem === undefined ? l10n.t`No warnings recorded` : '';
  return { tone: 'unknown', word, headline };
}

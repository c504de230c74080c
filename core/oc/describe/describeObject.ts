/**
 * Formats an object in the same way as `oc describe`. Nodes, pods, and Secrets have a form of their own, and all other
 * kinds the form of `oc describe` for custom resources. The contract tests compare the output with that of kubectl
 * 1.32. Times are in UTC. Source: kubernetes/kubectl pkg/describe.
 */
import type { ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import { getMap, getString, type JsonObject } from '#core/common/json.ts';
import { describeEvents } from './describeEvents.ts';
import { describeFields } from './describeFields.ts';
import { describeMetadata } from './describeMetadata.ts';
import { describeNode, type NodeContext } from './nodes/describeNode.ts';
import { describePod } from './pods/describePod.ts';
import { describeSecret, isSecret } from './describeSecret.ts';
import { DescribeWriter } from './describeWriter.ts';

/** What a description shows in addition to the object. */
export interface DescribeContext {
  /** Current time, in milliseconds since 1970. */
  readonly now: number;
  /** Events about the object. Undefined if they weren't read, so that the description omits them. */
  readonly events?: readonly ClusterEvent[];
  /** Only for nodes. */
  readonly node?: NodeContext;
}

/** Fields of the metadata that are shown first, or not at all. */
const separate: ReadonlySet<string> = new Set(['managedFields', 'name', 'namespace', 'labels', 'annotations']);

/** Returns the description of an object. The text contains no values of Secrets. */
export function describeObject(raw: JsonObject, { now, events, node = {} }: DescribeContext): string {
  const writer = new DescribeWriter();
  const isCore = raw['apiVersion'] === 'v1';
  if (isSecret(raw)) describeSecret(writer, raw);
  else if (isCore && raw['kind'] === 'Pod') describePod(writer, raw, now);
  else if (isCore && raw['kind'] === 'Node') describeNode(writer, raw, node, now);
  else describeAny(writer, raw);
  // kubectl doesn't show events of Secrets.
  if (events !== undefined && !isSecret(raw)) describeEvents(writer, events, now);
  return writer.text();
}

function describeAny(writer: DescribeWriter, raw: JsonObject): void {
  writer.field(0, 'Name', getString(raw, 'metadata', 'name') ?? '');
  writer.field(0, 'Namespace', getString(raw, 'metadata', 'namespace') ?? '');
  describeMetadata(writer, raw);
  const metadata = Object.fromEntries(
    Object.entries(getMap(raw, 'metadata')).filter(([field]) => !separate.has(field)),
  );
  describeFields(writer, { ...raw, metadata });
}

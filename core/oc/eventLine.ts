/**
 * Parses events in the output of `oc get events` and `oc describe`, and event objects. Source: kubernetes/kubectl
 * pkg/cmd/events, pkg/describe (DescribeEvents); Kubernetes API, core/v1 Event.
 */
import { getString } from '../common/json.ts';
import { readEvent } from '../cluster/objects/clusterEvent.ts';
import { truncateWord } from '../cluster/objects/clusterObject.ts';

export interface EventSummary {
  readonly type: string;
  readonly reason: string;
  /** Object such as `node/worker-1`. Empty if the text doesn't contain it. */
  readonly object: string;
  readonly message: string;
}

const age = String.raw`(?:<unknown>|\d+[smhdy][0-9smhdy]{0,20})(?: \(x\d{1,9} over \d[0-9smhdy]{0,20}\))?`;
/** Columns LAST SEEN, TYPE, REASON, OBJECT, MESSAGE. With -A, the namespace is first. */
const listed = new RegExp(
  String.raw`^(?:[a-z0-9][a-z0-9-]{0,62}\s{1,60})?${age}\s{1,60}(Normal|Warning)\s{1,60}(\S{1,100})\s{1,60}([a-z][a-z0-9.]{0,62}/\S{1,253})\s{1,60}(.{1,4000})$`,
);
/** Columns Type, Reason, Age, From, Message. */
const described = new RegExp(
  String.raw`^(Normal|Warning)\s{1,60}(\S{1,100})\s{1,60}${age}\s{1,60}(\S{1,253})\s{1,60}(.{1,4000})$`,
);

/** Parses a line. Returns undefined if it isn't an event. */
export function eventInLine(line: string): EventSummary | undefined {
  const text = line.trim().slice(0, 6000);
  const [, type = '', reason = '', object = '', message = ''] = listed.exec(text) ?? [];
  if (type !== '') return { type, reason, object, message };
  const [, shortType = '', shortReason = '', , shortMessage = ''] = described.exec(text) ?? [];
  return shortType === '' ? undefined : { type: shortType, reason: shortReason, object: '', message: shortMessage };
}

/** Parses an event object. Returns undefined if the value isn't an event. */
export function eventOf(value: unknown): EventSummary | undefined {
  const event = getString(value, 'reason') === undefined ? undefined : readEvent(value);
  if (event === undefined) return undefined;
  const { type, reason, message, kind, name = '' } = event;
  return { type, reason, object: `${kind.toLowerCase()}/${truncateWord(name)}`, message };
}

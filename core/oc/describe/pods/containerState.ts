/** Describes the state of a container. Source: kubernetes/kubectl pkg/describe/describe.go (describeContainerState). */
import {
  getBoolean,
  getMap,
  getNumber,
  getString,
  getValue,
  isJsonObject,
  type JsonObject,
} from '#core/common/json.ts';
import { describeTime } from '../describeTime.ts';
import type { DescribeWriter } from '../describeWriter.ts';

/** Adds the current and the last state of a container. */
export function describeContainerState(writer: DescribeWriter, status: JsonObject): void {
  describeState(writer, 'State', getMap(status, 'state'));
  const last = getMap(status, 'lastState');
  if (isJsonObject(last['terminated'])) describeState(writer, 'Last State', last);
  writer.line(2, `Ready:\t${getBoolean(status, 'ready') === true ? 'True' : 'False'}`);
  writer.line(2, `Restart Count:\t${getNumber(status, 'restartCount') ?? 0}`);
}

function describeState(writer: DescribeWriter, title: string, state: JsonObject): void {
  const [running, waiting, terminated] = ['running', 'waiting', 'terminated'].map((name) => getValue(state, name));
  if (isJsonObject(running)) {
    writer.line(2, `${title}:\tRunning`);
    writer.line(3, `Started:\t${describeTime(running['startedAt'])}`);
    return;
  }
  if (isJsonObject(waiting) || !isJsonObject(terminated)) {
    writer.line(2, `${title}:\tWaiting`);
    describeText(writer, 'Reason', waiting, 'reason');
    return;
  }
  writer.line(2, `${title}:\tTerminated`);
  describeText(writer, 'Reason', terminated, 'reason');
  describeText(writer, 'Message', terminated, 'message');
  writer.line(3, `Exit Code:\t${getNumber(terminated, 'exitCode') ?? 0}`);
  const signal = getNumber(terminated, 'signal') ?? 0;
  if (signal > 0) writer.line(3, `Signal:\t${signal}`);
  writer.line(3, `Started:\t${describeTime(terminated['startedAt'])}`);
  writer.line(3, `Finished:\t${describeTime(terminated['finishedAt'])}`);
}

function describeText(writer: DescribeWriter, title: string, state: unknown, field: string): void {
  const text = getString(state, field) ?? '';
  if (text !== '') writer.field(3, title, text);
}

/**
 * Finds InProgress conditions in plain text: lines such as `Type: InProgress` and `Reason: Failed`, in any order, as
 * `oc describe` and the documentation print them. Also reads YAML that is invalid because of a colon in a message.
 */
import type { JsonObject } from '../common/json.ts';
import type { TextRange } from '../text/parsedText.ts';
import { linesIn } from './textLines.ts';

export interface ConditionBlock extends TextRange {
  readonly condition: JsonObject;
}

/** Maximum numbers of lines to read and of conditions to return. */
const mostLines = 5000;
const most = 200;

const field =
  /^\s{0,80}(?:-\s{1,9})?["']?(type|status|reason|message|last ?transition ?time|last ?heartbeat ?time|last ?probe ?time)["']?\s{0,9}[:：](?:\s+(.*))?$/i;

/** Returns the InProgress conditions that have at least a status or a reason, in text order. */
export function conditionBlocksIn(text: string): readonly ConditionBlock[] {
  const found: ConditionBlock[] = [];
  let fields = new Map<string, string>();
  let [start, end] = [0, 0];
  const close = (): void => {
    const isComplete = fields.has('status') || fields.has('reason');
    if (fields.get('type') === 'InProgress' && isComplete && found.length < most)
      found.push({ condition: Object.fromEntries(fields), start, end });
    fields = new Map();
  };
  for (const line of linesIn(text, mostLines)) {
    const [, name = '', value = ''] = field.exec(line.text.slice(0, 3000)) ?? [];
    const key = name.toLowerCase().replaceAll(' ', '');
    if (key === '' || fields.has(key)) close();
    if (key !== '') {
      if (fields.size === 0) start = line.start;
      fields.set(key, unquoted(value));
      end = line.end;
    }
  }
  close();
  return found;
}

function unquoted(value: string): string {
  const text = value.trim().replace(/,$/, '');
  return /^(["']).*\1$/.test(text) && text.length > 1 ? text.slice(1, -1) : text;
}

/** Keys of the object lines that are stored as evidence. Values of ConfigMaps and Secrets aren't included. */
import type { EvidenceLine } from '#core/diagnosis/evidence/evidenceLine.ts';
import { daemonSetInstallLabel } from '#core/product/nodeLabels.ts';
import type { CleanTexts } from './textRedactor.ts';

const kept = new Set(
  (
    'name phase reason message status type lasttransitiontime approved approval channel source startingcsv paused unschedulable timeadded replicas availablereplicas ' +
    'unavailablereplicas failed active numberready numberavailable desirednumberscheduled numberunavailable targetnamespaces namespaces deletiontimestamp finalizers version ' +
    'cloud_provider peerpods_limit_per_node enablepeerpods matchon'
  ).split(' '),
);
/** Maximum number of lines per object. A node has about 30. */
const most = 400;

/**
 * Returns the evidence lines of an object.
 * @param from first line and line after the last, starting at 0
 */
export function markLines(
  file: string,
  lines: readonly string[],
  from: number,
  to: number,
  texts: CleanTexts,
): readonly EvidenceLine[] {
  const marks: EvidenceLine[] = [];
  let listFollows = false;
  for (let index = from; index < to && marks.length < most; index += 1) {
    const text = (lines[index] ?? '').slice(0, 2000).trim();
    const end = text.indexOf(':');
    const key = end < 0 ? '' : text.slice(0, end).replace(/^- /, '').replaceAll(/[" ']/g, '').toLowerCase();
    const isItem = listFollows && (end < 0 || text.startsWith('- '));
    if (!isItem) listFollows = key === 'targetnamespaces' || key === 'finalizers';
    if (text === 'status:' || text === 'Status:') continue;
    if (
      isItem ||
      kept.has(key) ||
      text.startsWith('machineconfiguration.openshift.io/') ||
      text.startsWith('node-role.kubernetes.io/') ||
      text.startsWith(daemonSetInstallLabel)
    )
      marks.push({ file, line: index + 1, text: texts.line(text) });
  }
  return marks;
}

/** Returns a text as the bytes of a file. */
export async function* oneChunk(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}

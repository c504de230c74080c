/**
 * Explains the table with the default memory sizes of a sandbox in the OSC 1.5 documentation. When it's copied, each
 * title and each value is on its own line.
 */
import * as l10n from '@vscode/l10n';
import type { DocSection } from '../../product/docSection.ts';
import { findRelease, newestRelease } from '../../product/releases.ts';
import { documentedVmMemory } from '../../product/runtimeClasses.ts';
import { describeOverhead, sandboxMemory } from '../../product/sandboxMemory.ts';
import { tellKata } from '../describeKata.ts';
import { linesIn } from '../textLines.ts';
import type { TextStatus } from '../textStatus.ts';

/** Beginnings of the row titles. Source: OSC 1.5 §2.1.1. */
const titles =
  /^[\s|*•]{0,20}(?:Memory allocated by default to a virtual machine|Guest Linux kernel memory usage|Memory used by the (?:QEMU|virtiofsd|containerd-shim-kata-v2) process|File buffer cache data)/i;
const value = /^[\s|~]{0,20}\d+\s?[MG]i?B?\b/;

/** Maximum number of lines to read. */
const mostLines = 5000;
/** Maximum number of characters between a title and its value. */
const farthest = 200;

const section: DocSection = {
  title: 'OSC 1.5, 2.1.1 Resource requirements for OpenShift sandboxed containers',
  url: (findRelease('1.5') ?? newestRelease).docs,
};

/** Returns the explanation of the table, if the text contains at least two of its rows. */
export function explainMemoryTable(text: string): readonly TextStatus[] {
  const rows: { start: number; end: number; readonly title: string }[] = [];
  for (const { start, end, text: line } of linesIn(text, mostLines)) {
    const last = rows.at(-1);
    if (titles.test(line)) rows.push({ start, end, title: line.trim() });
    // The value is on the next line that isn't empty.
    else if (last !== undefined && start - last.end <= farthest && value.test(line))
      last.end = text.slice(last.end, start).trim() === '' ? end : last.end;
  }
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined || rows.length < 2) return [];
  return [
    tellKata(
      {
        health: 'ok',
        headline: l10n.t`Default values`,
        meaning: describeOverhead(),
        todo: l10n.t('To add up the memory of your pods on a node, run `osc-tools size FILE --pods NUMBER`.'),
        docs: section,
      },
      { start: first.start, end: last.end },
      {
        what: l10n.t`Memory of a sandbox`,
        text: first.title,
        notes: [
          l10n.t`VM at startup: ${documentedVmMemory.default}`,
          ...sandboxMemory.map(({ what, memory }) => `${what()}: ${memory}`),
        ],
      },
    ),
  ];
}

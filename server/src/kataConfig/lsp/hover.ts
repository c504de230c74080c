/** Explains the keys and tables of a configuration file. */
import * as l10n from '@vscode/l10n';
import { findKataConfigKey } from '#core/kata/configuration.ts';
import type { Span } from '#server/engine/text/span.ts';
import type { KataConfigContext } from '../kataConfigRule.ts';
import { describeAnnotation, describeKey } from './describeKey.ts';

/** An explanation of a range. */
export interface KataConfigHover extends Span {
  readonly markdown: string;
}

/** Returns the hover at an offset of the file. */
export function kataConfigHoverAt(
  { document, others }: KataConfigContext,
  offset: number,
): KataConfigHover | undefined {
  const isHere = ({ start, end }: Span) => start <= offset && offset <= end;
  const setting = document.settings.find(({ key }) => isHere(key));
  const key = setting === undefined ? undefined : findKataConfigKey(setting.table, setting.name);
  if (setting !== undefined && key !== undefined)
    return {
      start: setting.key.start,
      end: setting.key.end,
      markdown: `${describeKey(key)}${describeAnnotation(key, setting.owner, [document, ...others])}`,
    };
  const table = document.tables.find(({ range }) => isHere(range));
  const summary = tableSummary(table?.path[0]);
  return table === undefined || summary === undefined
    ? undefined
    : { ...table.range, markdown: `**[${table.path.join('.')}]**\n\n${summary}` };
}

function tableSummary(name: string | number | undefined): string | undefined {
  switch (name) {
    case 'hypervisor':
      return l10n.t`Settings of the hypervisor, and of the VMs that it runs.`;
    case 'agent':
      return l10n.t`Settings of the agent in the guest.`;
    case 'runtime':
      return l10n.t`Settings of the runtime on the node.`;
    case 'factory':
      return l10n.t`Settings for VM templates and the VM cache.`;
    default:
      return undefined;
  }
}

/** domain/08-diagnostics.md, reported symptoms; OSC 1.12 §3.1. */
import * as l10n from '@vscode/l10n';
import { enablingPorts } from '#core/product/docSections.ts';
import { defineLogMessage } from './logMessage.ts';

export const proxyConnectionMessage = defineLogMessage({
  id: 'log-agent-proxy',
  title: () => l10n.t`cloud-api-adaptor does not reach its virtual machines`,
  likelihood: 85,
  places: ['adaptor'],
  pattern: /(?:agent proxy|dial tcp)[^\n]{0,300}:15150[^\n]{0,80}(?:connection refused|i\/o timeout|no route to host)/,
  hints: [':15150'],
  about: () => 'cloud-api-adaptor',
  meaning: () =>
    l10n.t`The virtual machine of a peer pod does not answer at port 15150: a firewall is between, or it has not booted. While it boots, some such lines are normal.`,
  todo: () =>
    l10n.t`Open ports 15150 and 9000 between workers and virtual machines, and look at the console of the virtual machine.`,
  docs: enablingPorts,
  least: 20,
});

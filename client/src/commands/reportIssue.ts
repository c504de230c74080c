import type { ExtensionCommand } from './command.ts';

/** Shows the version information for an issue report before anything is sent. Available in the Command Palette. */
export const reportIssue: ExtensionCommand = {
  id: 'osc.issue.report',
  title: 'Report Extension Issue...',
  needs: 'nothing',
  async run(services) {
    await (await import('../help/helpCommands.ts')).reportIssue(services);
  },
};

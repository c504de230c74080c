import type { ExtensionCommand } from './command.ts';

/** From the palette: versions for a report, shown before anything is done with them. */
export const reportIssue: ExtensionCommand = {
  id: 'osc.issue.report',
  title: 'Report an Issue...',
  needs: 'nothing',
  async run(services) {
    await (await import('../help/helpCommands.ts')).reportIssue(services);
  },
};

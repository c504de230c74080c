/** Reads edge clusters from the service configured in the settings. */
import { askService } from '../readFromService.ts';
import type { EdgeCommand } from '../context.ts';
import { edgeTitle } from '#client/commands/menuPlaces.ts';

export const readService: EdgeCommand = {
  id: 'osc.edge.readService',
  title: 'Query Edge Hosting Service...',
  icon: 'cloud-download',
  palette: 'config.osc.edge.endpoint && isWorkspaceTrusted',
  menus: [edgeTitle('1_osc@1', 'config.osc.edge.endpoint && isWorkspaceTrusted')],
  run: (tools) => askService(tools),
};

/** Reads edge clusters from the service that the settings name. */
import { askService } from '../readFromService.ts';
import type { EdgeCommand } from '../context.ts';
import { edgeTitle } from '#client/commands/menuPlaces.ts';

export const readService: EdgeCommand = {
  id: 'osc.edge.readService',
  title: 'Read Edge Clusters from the Service...',
  icon: 'cloud-download',
  palette: 'config.osc.edge.endpoint && isWorkspaceTrusted',
  menus: [edgeTitle('1_osc@1', 'config.osc.edge.endpoint && isWorkspaceTrusted')],
  run: (tools) => askService(tools),
};

/** Cordons a node, so that no new pods are scheduled to it. */
import { cordonNodeProcedure } from '#core/operations/procedures/objects/cordonNode.ts';
import { clusterRow, ifPermitted } from '#client/commands/menuPlaces.ts';
import { changeScheduling } from '../configure/changeScheduling.ts';
import type { OperationCommand } from '../context.ts';

export const cordonNode: OperationCommand = {
  id: 'osc.node.cordon',
  title: 'Cordon Node',
  palette: 'osc.clusterOpen && !config.osc.readOnly',
  menus: [clusterRow('2@1', 'schedulable', ifPermitted('cordonNode', '!config.osc.readOnly'))],
  run: (tools, given) => changeScheduling(tools, given, cordonNodeProcedure),
};

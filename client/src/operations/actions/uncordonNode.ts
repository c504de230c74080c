/** Uncordons a node, so that pods can be scheduled to it again. */
import { uncordonNodeProcedure } from '#core/operations/procedures/objects/cordonNode.ts';
import { clusterRow, ifPermitted } from '#client/commands/menuPlaces.ts';
import { changeScheduling } from '../configure/changeScheduling.ts';
import type { OperationCommand } from '../context.ts';

export const uncordonNode: OperationCommand = {
  id: 'osc.node.uncordon',
  title: 'Uncordon Node',
  palette: 'osc.clusterOpen && !config.osc.readOnly',
  menus: [clusterRow('2@1', 'cordoned', ifPermitted('cordonNode', '!config.osc.readOnly'))],
  run: (tools, given) => changeScheduling(tools, given, uncordonNodeProcedure),
};

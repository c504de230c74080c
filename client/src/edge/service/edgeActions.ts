/** What is asked of the service of edge hosting: the whole list. All of it reads; nothing else can be sent. */
import { listActions } from '#core/edge/listActions.ts';

export const edgeReadActions = listActions;

export type EdgeReadAction = keyof typeof edgeReadActions;

/** What the signature calls the service. Source: volcengine/terraform-provider-volcengine volcengine/veecp, getUniversalInfo. */
export const edgeServiceName = 'veecp_openapi';

/** Of the pages 6499/1122265 to 1122278; others were seen for single actions. */
export const edgeVersion = '2021-03-03';

/** On a page, the most that the service gives. */
export const edgePageSize = 100;

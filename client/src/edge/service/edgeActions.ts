/** What is asked of the service of edge hosting: the whole list. All of it reads; nothing else can be sent. */
import { listActions } from '#core/edge/listActions.ts';

export const edgeReadActions = listActions;

export type EdgeReadAction = keyof typeof edgeReadActions;

/**
 * What the signature calls the service. Source: volcengine/terraform-provider-volcengine volcengine/veecp,
 * getUniversalInfo.
 */
export const edgeServiceName = 'veecp_openapi';

/** On a page, the most that the service gives. */
export const edgePageSize = 100;

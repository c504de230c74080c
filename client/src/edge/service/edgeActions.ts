/**
 * Actions that the extension can request from the edge hosting service. All of them only read data. No other action can
 * be sent.
 */
import { listActions } from '#core/edge/listActions.ts';

export const edgeReadActions = listActions;

export type EdgeReadAction = keyof typeof edgeReadActions;

/**
 * Service name in the signature. Source: volcengine/terraform-provider-volcengine volcengine/veecp, getUniversalInfo.
 */
export const edgeServiceName = 'veecp_openapi';

/** Number of resources per page. This is the maximum of the service. */
export const edgePageSize = 100;

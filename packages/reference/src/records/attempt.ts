/** One authentication attempt against a cluster. */
export interface Attempt {
  readonly at: number;
  readonly authResult: boolean;
  readonly authSource: string;
  readonly failureReason?: string;
  readonly groupId: string;
  readonly clusterName: string;
  readonly hostname: string;
  readonly ipAddress: string;
  readonly username: string;
}

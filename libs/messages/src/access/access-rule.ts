import type { ApiKeyScope, Permission, ProjectRole } from './principals.js';

/** Who may use an operation. A principal of a family that is not named here gets 401. */
export interface Allow {
  anonymous?: true;
  user?: {
    /** A suspended account may too. */
    suspended?: true;
    /** The least role in the project of :projectId. */
    role?: ProjectRole;
    /** Changes the project or its team: waits for what its members write, and they for it. */
    changesTeam?: true;
  };
  /** An API key with this scope; its project must be the one of :projectId. */
  apiKey?: ApiKeyScope;
  admin?: {
    permission?: Permission;
    /** An operator who has not changed the initial password may too. */
    initialPassword?: true;
    /** An operator without two-factor sign-in may too, where operators need it. */
    withoutTwoFactor?: true;
  };
}

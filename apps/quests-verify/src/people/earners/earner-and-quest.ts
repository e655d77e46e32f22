export interface EarnerAndQuest {
  userId: string;
  questId: string;
}

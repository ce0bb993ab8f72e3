// Errors of etcd in the words of the log.
import { LogRefused, LogSilent } from '../engine/replication/log.ts';
import { EtcdRefused, EtcdSilent } from '../outside/etcd/answers.ts';

export const asLogError = (error: unknown): unknown => {
  if (error instanceof EtcdSilent) return new LogSilent(error.message, { cause: error });
  return error instanceof EtcdRefused ? new LogRefused(error.message, error.reason === 'too_large') : error;
};

export const asLogErrors = async <T>(answer: Promise<T>): Promise<T> => {
  try {
    return await answer;
  } catch (error) {
    throw asLogError(error);
  }
};

-- expand: zaps are read by the time they settled, for the list of the newest ones and for their live stream.
CREATE INDEX zap_by_time ON zap (settled_at DESC);

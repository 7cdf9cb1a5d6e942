-- Whether the end of a deal has been seen. A deal that is closed stays so: its cards may be known from then on, whatever the clock says later.
ALTER TABLE days ADD COLUMN closed BIGINT NOT NULL DEFAULT 0 CHECK (closed IN (0, 1));

-- Of people whose data was deleted, what the key of `avoid_key` makes of the id and of each deal that they had begun, until that is closed:
-- they know its cards, so nobody begins it twice.
CREATE TABLE daily_known (
    day BIGINT NOT NULL REFERENCES days (day),
    stands_for BIGINT NOT NULL,
    PRIMARY KEY (day, stands_for)
);

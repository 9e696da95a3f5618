ALTER TABLE "exam_attempts" ADD COLUMN "handed_in_at" timestamp (3) with time zone;--> statement-breakpoint
-- What ran out of time before this column was there is told after its day, as if no device had handed it in.
UPDATE "exam_attempts" SET "handed_in_at" = "submitted_at" WHERE "state" = 'submitted' AND "entry_test_id" IS NULL;

//! URLs in and verdicts out as Arrow arrays, by the Arrow PyCapsule interface.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, LargeStringBuilder, StringBuilder, UInt32Builder};
use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    Array, ArrayAccessor, ArrayRef, BinaryArray, LargeBinaryArray, RecordBatch,
    RecordBatchIterator, StructArray,
};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::ffi::ArrayReader;
use pyo3_arrow::input::AnyArray;
use robots_exclusion::location::Scope;
use robots_exclusion::{Matcher, Verdict};

use crate::arguments::not_a;

/// So many rows fit into one column of reasons, whose bytes are counted in 32 bits.
const ROWS_MAX: usize = 1 << 27;

/// URLs: an Arrow array of strings, or a stream of such arrays; a table of one
/// column is taken for that column.
pub(crate) struct Urls(Box<dyn ArrayReader + Send>);

impl<'a, 'py> FromPyObject<'a, 'py> for Urls {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let has = |name| object.hasattr(name);
        if !has("__arrow_c_array__")? && !has("__arrow_c_stream__")? {
            return Err(not_a("urls", "an Arrow array of strings", &object));
        }
        let urls = Urls(sound(|| object.extract::<AnyArray>()?.into_reader())??);
        let field = urls.0.field();
        if is_readable(one_column(field.data_type())) {
            return Ok(urls);
        }
        Err(PyTypeError::new_err(format!(
            "urls must be an Arrow array of strings, or a table of one such column, not {}",
            field.data_type()
        )))
    }
}

/// The type of the only column of a table; any other type as it is.
fn one_column(data_type: &DataType) -> &DataType {
    match data_type {
        DataType::Struct(fields) => match &**fields {
            [field] => field.data_type(),
            _ => data_type,
        },
        _ => data_type,
    }
}

fn is_readable(data_type: &DataType) -> bool {
    matches!(
        data_type,
        DataType::Utf8
            | DataType::LargeUtf8
            | DataType::Utf8View
            | DataType::Binary
            | DataType::LargeBinary
            | DataType::BinaryView
            | DataType::Null
    )
}

/// Visits the values of an array in order. They are read as bytes, as nothing
/// has checked that they are UTF-8; where they are not, U+FFFD stands for what is
/// invalid.
fn visit(array: &dyn Array, visit: &mut impl FnMut(Option<&str>)) -> Result<(), ArrowError> {
    // Its offsets may be missing: Arrow for Java, and so Spark 4.0, leaves them out.
    if array.is_empty() {
        return Ok(());
    }
    match array.data_type() {
        DataType::Utf8 => visit_bytes(&BinaryArray::from(array.as_string::<i32>().clone()), visit),
        DataType::LargeUtf8 => visit_bytes(
            &LargeBinaryArray::from(array.as_string::<i64>().clone()),
            visit,
        ),
        DataType::Utf8View => visit_bytes(&array.as_string_view().clone().to_binary_view(), visit),
        DataType::Binary => visit_bytes(array.as_binary::<i32>(), visit),
        DataType::LargeBinary => visit_bytes(array.as_binary::<i64>(), visit),
        DataType::BinaryView => visit_bytes(array.as_binary_view(), visit),
        DataType::Struct(_) => {
            let rows = array.as_struct();
            match rows.columns() {
                [column] if rows.null_count() == 0 && is_readable(column.data_type()) => {
                    self::visit(column, visit)
                }
                _ => Err(unreadable(array.data_type())),
            }
        }
        DataType::Null => {
            (0..array.len()).for_each(|_| visit(None));
            Ok(())
        }
        data_type => Err(unreadable(data_type)),
    }
}

fn unreadable(data_type: &DataType) -> ArrowError {
    ArrowError::InvalidArgumentError(format!("cannot read URLs of type {data_type}"))
}

fn visit_bytes<'a, A>(array: &'a A, visit: &mut impl FnMut(Option<&str>)) -> Result<(), ArrowError>
where
    A: Array,
    &'a A: ArrayAccessor<Item = &'a [u8]>,
{
    // Whoever made it may have got the offsets wrong.
    let data: ArrayData = array.to_data();
    data.validate_full()?;
    for row in 0..array.len() {
        if array.is_null(row) {
            visit(None);
        } else {
            visit(Some(&String::from_utf8_lossy(array.value(row))));
        }
    }
    Ok(())
}

impl Urls {
    /// Visits all URLs, while other threads of Python run.
    fn visit(self, py: Python<'_>, mut visit: impl FnMut(Option<&str>) + Send) -> PyResult<()> {
        let mut rows = 0;
        let visit_all = || {
            for array in self.0 {
                let array = array?;
                rows += array.len();
                if rows > ROWS_MAX {
                    let what = format!("at most {ROWS_MAX} URLs are answered at once");
                    return Err(ArrowError::InvalidArgumentError(what));
                }
                self::visit(&array, &mut visit)?;
            }
            Ok(())
        };
        py.detach(|| sound(visit_all))?.map_err(of_arrow)
    }
}

/// Looks at an array as somebody else handed it over: where it has not even the
/// parts of an array of its type, or was taken already, the crates for Arrow
/// panic.
fn sound<T>(look: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(look))
        .map_err(|_| PyValueError::new_err("urls are not a valid Arrow array"))
}

pub(crate) fn allowed(
    py: Python<'_>,
    matcher: &Matcher<'static>,
    urls: Urls,
) -> PyResult<ArrowArray> {
    let mut allowed = BooleanBuilder::new();
    urls.visit(py, |url| {
        allowed.append_option(url.map(|url| matcher.allowed(url)));
    })?;
    Ok(ArrowArray(Arc::new(allowed.finish())))
}

/// The origin of what each URL lies in; null where it lies in nothing.
pub(crate) fn origins(py: Python<'_>, urls: Urls) -> PyResult<ArrowArray> {
    // Of so many URLs that their origins need more than 32 bits to be counted.
    let mut origins = LargeStringBuilder::new();
    urls.visit(py, |url| {
        let scope = url.and_then(|url| Scope::of_page(url).ok());
        origins.append_option(scope.map(|scope| scope.to_string()));
    })?;
    Ok(ArrowArray(Arc::new(origins.finish())))
}

pub(crate) fn verdicts(
    py: Python<'_>,
    matcher: &Matcher<'static>,
    urls: Urls,
) -> PyResult<ArrowTable> {
    let mut columns = Columns::default();
    urls.visit(py, |url| {
        columns.append(url.map(|url| matcher.verdict(url)))
    })?;
    columns.finish()
}

/// The columns of a table of verdicts.
#[derive(Default)]
struct Columns {
    allowed: BooleanBuilder,
    line: UInt32Builder,
    reason: StringBuilder,
}

impl Columns {
    fn append(&mut self, verdict: Option<Verdict<'_>>) {
        self.allowed
            .append_option(verdict.map(|verdict| verdict.allowed()));
        self.line
            .append_option(verdict.and_then(|verdict| verdict.line()));
        let reason = verdict.map(|verdict| verdict.reason().name());
        self.reason.append_option(reason);
    }

    fn finish(mut self) -> PyResult<ArrowTable> {
        let schema = Schema::new(vec![
            Field::new("allowed", DataType::Boolean, true),
            Field::new("line", DataType::UInt32, true),
            Field::new("reason", DataType::Utf8, true),
        ]);
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.allowed.finish()),
            Arc::new(self.line.finish()),
            Arc::new(self.reason.finish()),
        ];
        RecordBatch::try_new(SchemaRef::new(schema), columns)
            .map(ArrowTable)
            .map_err(of_arrow)
    }
}

fn of_arrow(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

type Capsules<'py> = (Bound<'py, PyCapsule>, Bound<'py, PyCapsule>);

/// The capsules of `__arrow_c_array__`. What type the consumer would rather
/// have is not looked at, which the interface permits: a column of booleans has no other.
fn capsules<'py>(py: Python<'py>, array: &ArrayData) -> PyResult<Capsules<'py>> {
    Ok((schema_capsule(py, array.data_type())?, {
        PyCapsule::new_with_value(py, FFI_ArrowArray::new(array), c"arrow_array")?
    }))
}

fn schema_capsule<'py>(py: Python<'py>, data_type: &DataType) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(data_type).map_err(of_arrow)?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}

/// An Arrow array, of booleans or strings, for whatever takes one by the Arrow
/// PyCapsule interface: ``pyarrow.array(array)``, ``polars.Series(array)``.
#[pyclass(frozen, module = "robots_exclusion")]
pub(crate) struct ArrowArray(ArrayRef);

#[pymethods]
impl ArrowArray {
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, self.0.data_type())
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Capsules<'py>> {
        drop(requested_schema);
        capsules(py, &self.0.to_data())
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __repr__(&self) -> String {
        format!("<ArrowArray: {} of {}>", self.0.len(), self.0.data_type())
    }
}

/// Verdicts in an Arrow table, for whatever takes one by the Arrow PyCapsule
/// interface: ``pyarrow.table(verdicts)``, ``polars.DataFrame(verdicts)``.
#[pyclass(frozen, module = "robots_exclusion")]
pub(crate) struct ArrowTable(RecordBatch);

#[pymethods]
impl ArrowTable {
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let fields = self.0.schema().fields().clone();
        schema_capsule(py, &DataType::Struct(fields))
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Capsules<'py>> {
        drop(requested_schema);
        capsules(py, &StructArray::from(self.0.clone()).to_data())
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batches = RecordBatchIterator::new([Ok(self.0.clone())], self.0.schema());
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    fn __repr__(&self) -> String {
        format!("<ArrowTable: {} verdicts>", self.0.num_rows())
    }
}
